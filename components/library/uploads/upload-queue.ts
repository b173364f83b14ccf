import { checkFile } from '#components/documents/model/files/check-file.ts'
import { newId } from '#lib/client/new-id.ts'
import { createStateStore, type StateStore } from '#lib/client/state-store.ts'
import { uploadFile, type UploadFile } from './upload-file.ts'

export type UploadState =
  | { readonly status: 'queued' }
  | { readonly status: 'uploading'; readonly share: number }
  | { readonly status: 'reading'; readonly since: number }
  | { readonly status: 'added'; readonly itemId: string }
  /** Not added, and why. `again`: a retry may help. */
  | { readonly status: 'refused'; readonly reason: string; readonly again: boolean }
  | { readonly status: 'canceled' }

/** A file on its way into the library. */
export interface LibraryUpload {
  readonly id: string
  readonly file: File
  readonly collection: string
  readonly state: UploadState
}

/** Files on their way into the library, and their actions. */
export interface UploadQueue extends Pick<StateStore<readonly LibraryUpload[]>, 'read' | 'subscribe'> {
  readonly add: (files: readonly File[], collection: string) => void
  readonly cancel: (id: string) => void
  readonly cancelAll: () => void
  readonly retry: (id: string) => void
  /** Removes what has ended. */
  readonly clear: () => void
}

// A separate process reads each of them: more would only wait in the server's queue.
const atOnceMax = 3

/** Uploads files, three at a time; a refused one does not stop the others. */
export function createUploadQueue(upload: UploadFile = uploadFile): UploadQueue {
  const store = createStateStore<readonly LibraryUpload[]>([])
  const running = new Map<string, AbortController>()

  const change = (id: string, state: UploadState) =>
    store.update(all => all.map(each => (each.id === id ? { ...each, state } : each)))

  function fill(): void {
    for (const each of store.read()) {
      if (running.size >= atOnceMax) return
      if (each.state.status === 'queued' && !running.has(each.id)) void start(each)
    }
  }

  async function start({ id, file, collection }: LibraryUpload): Promise<void> {
    const controller = new AbortController()
    running.set(id, controller)
    change(id, { status: 'uploading', share: 0 })
    const { signal } = controller
    const state = await upload(file, collection, {
      signal,
      onSent: share => !signal.aborted && change(id, { status: 'uploading', share }),
      onReading: () => !signal.aborted && change(id, { status: 'reading', since: Date.now() }),
    }).then(
      (itemId): UploadState => ({ status: 'added', itemId }),
      (error: unknown): UploadState =>
        signal.aborted
          ? { status: 'canceled' }
          : {
              status: 'refused',
              reason: error instanceof Error ? error.message : String(error),
              again: true,
            },
    )
    running.delete(id)
    change(id, state)
    fill()
  }

  function cancel(id: string): void {
    const controller = running.get(id)
    if (controller) return controller.abort()
    const each = store.read().find(other => other.id === id)
    if (each?.state.status === 'queued') change(id, { status: 'canceled' })
  }

  return {
    read: store.read,
    subscribe: store.subscribe,
    add(files, collection) {
      const added = files.map((file): LibraryUpload => {
        const reason = checkFile(file)
        const state: UploadState =
          reason === null ? { status: 'queued' } : { status: 'refused', reason, again: false }
        return { id: newId(), file, collection, state }
      })
      store.update(all => [...all, ...added])
      fill()
    },
    cancel,
    cancelAll() {
      // Queued ones first: the end of a running one would start them.
      const ids = store.read().map(({ id }) => id)
      ids.filter(id => !running.has(id)).forEach(cancel)
      ids.filter(id => running.has(id)).forEach(cancel)
    },
    retry(id) {
      change(id, { status: 'queued' })
      fill()
    },
    clear: () => store.update(all => all.filter(isGoing)),
  }
}

export function isGoing({ state }: LibraryUpload): boolean {
  return state.status === 'queued' || state.status === 'uploading' || state.status === 'reading'
}

/** `2 of 5 files added, 1 not added`. */
export function summarizeUploads(uploads: readonly LibraryUpload[]): string {
  const count = (status: UploadState['status']) =>
    uploads.filter(({ state }) => state.status === status).length
  const files = uploads.length === 1 ? 'file' : 'files'
  const refused = count('refused')
  const canceled = count('canceled')
  return [
    `${count('added')} of ${uploads.length} ${files} added`,
    refused > 0 && `${refused} not added`,
    canceled > 0 && `${canceled} canceled`,
  ]
    .filter(Boolean)
    .join(', ')
}
