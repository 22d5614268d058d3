/** Whether every database can store a text. PostgreSQL refuses U+0000, and a lone surrogate has no form in UTF-8. */
export function isStorable(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}
