import type { KeepInLibrary } from './keep-in-library.ts'

/** What scrape and upload ask of the library. */
export interface LibraryKeeper {
  readonly keep: KeepInLibrary
  /** Whether the team keeps everything that is read. */
  readonly keepsEverything: (teamId: string) => Promise<boolean>
  /** Told of what went wrong beside a call that has succeeded. */
  readonly onFault: (error: unknown) => void
}
