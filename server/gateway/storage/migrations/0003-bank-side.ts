import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** What is known of the bank's side, of one-time passwords and of challenges. */
export const bankSide: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable("transactions").addColumn("bank_reference", "text").execute();
    await schema
      .alterTable("saved_cards")
      .addColumn("bank_reference", "text", (reference) => reference.notNull().defaultTo(""))
      .execute();
    await schema.alterTable("authentications").addColumn("return_url", "text").execute();
    await schema
      .alterTable("verifications")
      // No password has this digest, so what was open before can only expire.
      .addColumn("otp_digest", "text", (digest) => digest.notNull().defaultTo(""))
      .execute();
    await schema
      .alterTable("verifications")
      .addColumn("wrong_otps", "integer", (count) => count.notNull().defaultTo(0))
      .execute();
  },
};
