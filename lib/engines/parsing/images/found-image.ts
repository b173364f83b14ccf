/** A picture inside a document. */
export interface FoundImage {
  /** From 1. */
  readonly page: number
  /** Alternative text, or empty. */
  readonly text: string
  readonly mime: string
  /** Pixels. */
  readonly width: number
  readonly height: number
  /** Its bytes, of `mime`; asked for at once or never. */
  readonly bytes: () => Promise<Buffer>
}

/** Smaller pictures are dots, lines and tracking marks. */
export const pixelsMin = 8
