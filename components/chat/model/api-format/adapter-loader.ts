import { createStateStore, type StateStore } from '#lib/client/state-store.ts'
import { apiFormats, type SentFormat } from './api-formats.ts'
import { chatAdapter } from './chat-adapter.ts'
import type { FormatAdapter } from './format-adapter.ts'

export type AdapterState = { readonly status: 'loading' } | LoadedAdapter

type LoadedAdapter =
  | { readonly status: 'ready'; readonly adapter: FormatAdapter }
  | { readonly status: 'failed'; readonly message: string }

/** Loads the adapters of formats other than chat completions when they are needed. */
export interface AdapterLoader extends Pick<StateStore<unknown>, 'subscribe'> {
  readonly read: (format: SentFormat) => AdapterState
  /** Loads an adapter, or tries again after a failure. Never rejects: the state says what happened. */
  readonly load: (format: SentFormat) => Promise<LoadedAdapter>
}

type States = Readonly<Partial<Record<SentFormat, AdapterState>>>

const initial: States = { chat: { status: 'ready', adapter: chatAdapter } }
const loading: AdapterState = { status: 'loading' }

export function createAdapterLoader(sources: AdapterSources = ownSources): AdapterLoader {
  const { read, subscribe, update } = createStateStore(initial)
  const pending = new Map<SentFormat, Promise<LoadedAdapter>>()

  async function load(format: SentFormat): Promise<LoadedAdapter> {
    const before = read()[format]
    if (before?.status === 'ready') return before
    const running = pending.get(format) ?? start(format)
    pending.set(format, running)
    return running
  }

  async function start(format: SentFormat): Promise<LoadedAdapter> {
    update(states => ({ ...states, [format]: loading }))
    const state = await sources[format]().then(toReady, () => toFailed(format))
    pending.delete(format)
    update(states => ({ ...states, [format]: state }))
    return state
  }

  return { read: format => read()[format] ?? loading, load, subscribe }
}

/** The adapter of a format. @throws Error that says what to do if it could not be loaded */
export async function loadAdapter(loader: AdapterLoader, format: SentFormat): Promise<FormatAdapter> {
  const state = await loader.load(format)
  if (state.status === 'ready') return state.adapter
  throw new Error(state.message)
}

type AdapterSources = Readonly<Record<SentFormat, () => Promise<FormatAdapter>>>

const ownSources: AdapterSources = {
  chat: () => Promise.resolve(chatAdapter),
  messages: () => import('./messages-adapter.ts').then(module => module.messagesAdapter),
  responses: () => import('./responses-adapter.ts').then(module => module.responsesAdapter),
}

function toReady(adapter: FormatAdapter): LoadedAdapter {
  return { status: 'ready', adapter }
}

// After an upgrade of the server, the old page asks for files that no longer exist.
function toFailed(format: SentFormat): LoadedAdapter {
  const { label } = apiFormats[format]
  const message = `The ${label} format could not be loaded. Check your connection and try again, or reload the page; the chat is kept.`
  return { status: 'failed', message }
}
