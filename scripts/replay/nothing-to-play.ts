/** What the message begins with, which says that a contract has no case: other commands look for it. */
export const nothingToPlay = "There is nothing to play";
