// VS Code's Uri as far as unit tests need it: compared by `toString`, which encodes the percent signs of a path once more.

interface Parts {
  readonly scheme: string;
  readonly path: string;
}

export class Uri {
  readonly scheme: string;
  readonly path: string;

  private constructor({ scheme, path }: Parts) {
    this.scheme = scheme;
    this.path = path;
  }

  static from(parts: Parts): Uri {
    return new Uri(parts);
  }

  toString(): string {
    return `${this.scheme}:${this.path.replaceAll('%', '%25')}`;
  }
}
