/** Result of saving a page or document. */
export type LibraryReceipt =
  | { readonly kept: true; readonly id: string }
  | { readonly kept: false; readonly reason: LibraryRefusal }

export type LibraryRefusal =
  /** The team reached its quota. */
  | 'quota'
  /** Under 200 characters of text. */
  | 'too_short'
  /** The page returned a status other than 2xx. */
  | 'status'
  /** Over 16 MiB of text. */
  | 'too_large'
  /** The store could not be written; the log says why. */
  | 'failed'
