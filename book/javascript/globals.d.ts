/** What browsers have and TypeScript's library does not know of. */

interface Navigator {
  readonly connection?: { readonly saveData: boolean };
  readonly deviceMemory?: number;
}
