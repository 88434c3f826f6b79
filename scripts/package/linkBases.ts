/** Where the relative links and pictures of a packaged README lead: the Marketplace has no files beside it. */
export function linkBases(repository: string): { readonly content: string; readonly images: string } {
  const page = repository.replace(/^git\+/, '').replace(/\.git$/, '');
  return { content: `${page}/blob/HEAD`, images: `${page}/raw/HEAD` };
}
