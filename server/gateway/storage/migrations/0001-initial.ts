import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** The tables of the first release. */
export const initial: Migration = {
  async up(database: Kysely<unknown>) {
    await createPartners(database);
    await createPayments(database);
    await createCards(database);
    await database.schema
      .createTable("settings")
      .addColumn("name", "text", (name) => name.primaryKey())
      .addColumn("value", "text", (value) => value.notNull())
      .execute();
  },
};

async function createPartners({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable("partners")
    .addColumn("code", "text", (code) => code.primaryKey())
    .addColumn("owner_type", "integer", (flag) => flag.notNull())
    .addColumn("secret_sealed", "text", (secret) => secret.notNull())
    .execute();
  await schema
    .createTable("partner_grants")
    .addColumn("partner_code", "text", (code) => code.notNull().references("partners.code"))
    .addColumn("kind", "text", (kind) => kind.notNull())
    .addColumn("value", "text", (value) => value.notNull())
    .addPrimaryKeyConstraint("partner_grants_key", ["partner_code", "kind", "value"])
    .execute();
  await schema
    .createTable("sub_accounts")
    .addColumn("partner_code", "text", (code) => code.notNull().references("partners.code"))
    .addColumn("ref_id", "text", (id) => id.notNull())
    .addPrimaryKeyConstraint("sub_accounts_key", ["partner_code", "ref_id"])
    .execute();
  await schema
    .createTable("fees")
    .addColumn("partner_code", "text", (code) => code.notNull().references("partners.code"))
    .addColumn("payment_method", "text", (method) => method.notNull())
    .addColumn("amount", "bigint", (amount) => amount.notNull())
    .addPrimaryKeyConstraint("fees_key", ["partner_code", "payment_method"])
    .execute();
}

async function createPayments({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable("transactions")
    .addColumn("id", "text", (id) => id.primaryKey())
    .addColumn("partner_code", "text", (code) => code.notNull().references("partners.code"))
    .addColumn("sub_account", "text")
    .addColumn("order_id", "text", (id) => id.notNull())
    .addColumn("order_info", "text", (info) => info.notNull())
    .addColumn("extra_data", "text")
    .addColumn("notify_url", "text", (url) => url.notNull())
    .addColumn("redirect_url", "text", (url) => url.notNull())
    .addColumn("deeplink_url", "text")
    .addColumn("installment_notify_url", "text")
    .addColumn("category_code", "text")
    .addColumn("status", "text", (status) => status.notNull())
    .addColumn("failure", "text")
    .addColumn("order_amount", "bigint", (amount) => amount.notNull())
    .addColumn("customer_fee", "bigint", (fee) => fee.notNull())
    .addColumn("currency", "text", (currency) => currency.notNull())
    .addColumn("bank_code", "text", (code) => code.notNull())
    .addColumn("payment_method", "text", (method) => method.notNull())
    .addColumn("payment_type", "text", (type) => type.notNull())
    .addColumn("action", "text", (action) => action.notNull())
    .addColumn("token_digest", "text")
    .addColumn("source_of_funds", "text")
    .addColumn("card_mask", "text")
    .addColumn("card_brand", "text")
    .addColumn("created_at", "bigint", (at) => at.notNull())
    .addColumn("updated_at", "bigint", (at) => at.notNull())
    // Whoever comes second with an order code is refused by this, however many come at once.
    .addUniqueConstraint("transactions_order", ["partner_code", "order_id"])
    .execute();
  await schema
    .createIndex("transactions_newest")
    .on("transactions")
    .columns(["partner_code", "created_at", "id"])
    .execute();
  await schema
    .createTable("verifications")
    .addColumn("id", "text", (id) => id.primaryKey())
    .addColumn("transaction_id", "text", (id) =>
      id.notNull().unique().references("transactions.id"),
    )
    .addColumn("method", "text", (method) => method.notNull())
    .addColumn("status", "text", (status) => status.notNull())
    .addColumn("created_at", "bigint", (at) => at.notNull())
    .addColumn("expires_at", "bigint", (at) => at.notNull())
    .execute();
}

async function createCards({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable("saved_cards")
    .addColumn("id", "text", (id) => id.primaryKey())
    .addColumn("digest", "text", (digest) => digest.notNull().unique())
    .addColumn("partner_code", "text", (code) => code.notNull().references("partners.code"))
    .addColumn("sub_account", "text")
    .addColumn("status", "text", (status) => status.notNull())
    .addColumn("card_mask", "text", (mask) => mask.notNull())
    .addColumn("card_brand", "text", (brand) => brand.notNull())
    .addColumn("card_month", "text", (month) => month.notNull())
    .addColumn("card_year", "text", (year) => year.notNull())
    .addColumn("created_at", "bigint", (at) => at.notNull())
    .addColumn("updated_at", "bigint", (at) => at.notNull())
    .execute();
  await schema
    .createTable("authentications")
    .addColumn("id", "text", (id) => id.primaryKey())
    .addColumn("partner_code", "text", (code) => code.notNull().references("partners.code"))
    .addColumn("sub_account", "text")
    .addColumn("merchant_ref_id", "text", (id) => id.notNull())
    .addColumn("status", "text", (status) => status.notNull())
    .addColumn("amount", "bigint", (amount) => amount.notNull())
    .addColumn("currency", "text", (currency) => currency.notNull())
    .addColumn("token_id_sealed", "text")
    .addColumn("card_mask", "text", (mask) => mask.notNull())
    .addColumn("card_month", "text", (month) => month.notNull())
    .addColumn("card_year", "text", (year) => year.notNull())
    .addColumn("card_type", "text", (type) => type.notNull())
    .addColumn("card_brand", "text", (brand) => brand.notNull())
    .addColumn("card_country", "text", (country) => country.notNull())
    .addColumn("eci", "text")
    .addColumn("three_ds_version", "text")
    .addColumn("created_at", "bigint", (at) => at.notNull())
    .execute();
  await schema
    .createTable("authorizations")
    .addColumn("id", "text", (id) => id.primaryKey())
    .addColumn("partner_code", "text", (code) => code.notNull().references("partners.code"))
    .addColumn("sub_account", "text")
    .addColumn("merchant_ref_id", "text", (id) => id.notNull())
    .addColumn("amount", "bigint", (amount) => amount.notNull())
    .addColumn("currency", "text", (currency) => currency.notNull())
    .addColumn("status", "text", (status) => status.notNull())
    .addColumn("authorized_at", "bigint", (at) => at.notNull())
    .addColumn("updated_at", "bigint", (at) => at.notNull())
    .execute();
  await schema
    .createTable("reversals")
    .addColumn("id", "text", (id) => id.primaryKey())
    .addColumn("authorization_id", "text", (id) => id.notNull().references("authorizations.id"))
    .addColumn("merchant_ref_id", "text", (id) => id.notNull())
    .addColumn("amount", "bigint", (amount) => amount.notNull())
    .addColumn("currency", "text", (currency) => currency.notNull())
    .addColumn("status", "text", (status) => status.notNull())
    .addColumn("created_at", "bigint", (at) => at.notNull())
    .addColumn("updated_at", "bigint", (at) => at.notNull())
    .addColumn("reversed_at", "bigint")
    // One record for each time a merchant asks under a reference of its own.
    .addUniqueConstraint("reversals_request", ["authorization_id", "merchant_ref_id"])
    .execute();
}
