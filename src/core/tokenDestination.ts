// Where a person has a group's token written.

/** Never the token. */
export type TokenDestination =
  | { readonly kind: 'envFile'; /** Text of its URI. */ readonly file: string; readonly variable: string }
  | { readonly kind: 'terminal'; readonly variable: string }
  /** The command that the settings name at that time. */
  | { readonly kind: 'command' };

/** A variable of a .env file. */
export type EnvFileDestination = Extract<TokenDestination, { readonly kind: 'envFile' }>;
