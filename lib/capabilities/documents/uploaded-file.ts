/** A file of a request, in a folder of its own that is removed when the call ends. */
export interface UploadedFile {
  readonly path: string
  /** As the client called it, without folders; for messages, and to tell kinds of text apart. */
  readonly name: string
  readonly sizeBytes: number
}

/** What the work on an uploaded file gives. */
export type FileAnswer =
  | { readonly kind: 'json'; readonly body: object }
  | { readonly kind: 'text'; readonly text: string; readonly type: string }
  /** A finished JSON body, in the folder of the call. */
  | { readonly kind: 'file'; readonly path: string; readonly sizeBytes: number }
