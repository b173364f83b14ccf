import type { LibraryKeeper } from '#lib/capabilities/library/library-keeper.ts'

/** For capabilities that save nothing. */
export const noLibrary: LibraryKeeper = {
  keep: () => Promise.reject(new Error('the library is unavailable in this test')),
  keepsEverything: () => Promise.resolve(false),
  onFault: () => undefined,
}
