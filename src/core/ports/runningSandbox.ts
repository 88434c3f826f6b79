// The local sandbox, running in this process.

export interface RunningSandbox {
  readonly baseUrl: string;
  readonly apiToken: string;
  close(): Promise<void>;
}
