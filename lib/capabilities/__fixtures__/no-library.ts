import type { LibraryWriter } from '#lib/capabilities/library/library-writer.ts'

/** For capabilities that save nothing. */
export const noLibrary: LibraryWriter = {
  save: () => Promise.reject(new Error('the library is unavailable in this test')),
  savesEverything: () => Promise.resolve(false),
  onFault: () => undefined,
}
