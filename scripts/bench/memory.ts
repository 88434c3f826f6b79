// How much memory this process takes.

/** That it ever had, in bytes: what it has at a moment falls and rises by itself. */
export function mostMemory(): number {
  return process.resourceUsage().maxRSS * 1_024;
}
