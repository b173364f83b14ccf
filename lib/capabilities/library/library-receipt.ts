/** What became of a page or document that was to be kept. */
export type LibraryReceipt =
  | { readonly kept: true; readonly id: string }
  | { readonly kept: false; readonly reason: LibraryRefusal }

export type LibraryRefusal =
  /** The team has as much as it may. */
  | 'quota'
  /** Under 200 characters of text. */
  | 'too_short'
  /** The page answered with a status that is not 2xx. */
  | 'status'
  /** Over 16 MiB of text. */
  | 'too_large'
  /** The store could not be written; the log says why. */
  | 'failed'
