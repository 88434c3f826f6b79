// Where a group's token is written for the user.

/** The place alone, never the token. */
export type TokenDestination = EnvFileDestination | TerminalDestination | CommandDestination;

/** A variable of a .env file. */
export interface EnvFileDestination {
  readonly kind: 'envFile';
  /** Text of its URI. */
  readonly file: string;
  readonly variable: string;
}

/** A variable in the environment of a new terminal. */
export interface TerminalDestination {
  readonly kind: 'terminal';
  readonly variable: string;
}

/** The command that the settings name at that time. */
export interface CommandDestination {
  readonly kind: 'command';
}
