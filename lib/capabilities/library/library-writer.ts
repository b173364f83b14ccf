import type { SaveToLibrary } from './save-to-library.ts'

/** The part of the library that scrape and upload need. */
export interface LibraryWriter {
  readonly save: SaveToLibrary
  /** Whether the team saves everything that is read. */
  readonly savesEverything: (teamId: string) => Promise<boolean>
  /** Receives background failures of successful requests. */
  readonly onFault: (error: unknown) => void
}
