/** A file of a request, in a folder of its own that is removed when the call ends. */
export interface UploadedFile {
  readonly path: string
  /** The client's file name, without folders; for messages, and to detect types of text. */
  readonly name: string
  readonly sizeBytes: number
}

/** Result of processing an uploaded file. */
export type FileAnswer =
  | { readonly kind: 'json'; readonly body: object }
  | { readonly kind: 'text'; readonly text: string; readonly type: string }
  /** A complete JSON body, in the folder of the request. */
  | { readonly kind: 'file'; readonly path: string; readonly sizeBytes: number }
