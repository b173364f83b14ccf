import type { KeepInLibrary } from './keep-in-library.ts'

/** The part of the library that scrape and upload need. */
export interface LibraryKeeper {
  readonly keep: KeepInLibrary
  /** Whether the team saves everything that is read. */
  readonly keepsEverything: (teamId: string) => Promise<boolean>
  /** Receives background failures of successful requests. */
  readonly onFault: (error: unknown) => void
}
