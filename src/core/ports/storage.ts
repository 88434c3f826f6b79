// The editor's own storage: secrets, and small facts.

export interface Secrets {
  get(key: string): Promise<string | undefined>;
  store(key: string, value: string): Promise<void>;
  delete(key: string): Promise<void>;
  keys(): Promise<readonly string[]>;
}

/** Small facts that need no transaction (VS Code's global state). */
export interface Memory {
  get(key: string): unknown;
  set(key: string, value: unknown): Promise<void>;
  keys(): readonly string[];
}
