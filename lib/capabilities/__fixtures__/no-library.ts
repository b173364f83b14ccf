import type { LibraryKeeper } from '#lib/capabilities/library/library-keeper.ts'

/** For what keeps nothing. */
export const noLibrary: LibraryKeeper = {
  keep: () => Promise.reject(new Error('nothing is kept here')),
  keepsEverything: () => Promise.resolve(false),
  onFault: () => undefined,
}
