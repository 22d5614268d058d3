/** A sandbox has test data and its own bank, production a bank module. */
export type Mode = (typeof modes)[number];

export const modes = ["sandbox", "production"] as const;
