// A Node of another version than the one that runs the scripts, as npm has it for each platform.

/** The name of npm's package with Node for this platform. */
export function nodePackage(platform: NodeJS.Platform, arch: string): string {
  const prefix = platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node';
  return [prefix, platform === 'win32' ? 'win' : platform, arch].join('-');
}

/** Where the executable lies in that package. */
export function nodeExecutable(platform: NodeJS.Platform): string {
  return platform === 'win32' ? 'bin/node.exe' : 'bin/node';
}
