'use client'
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { DocumentsState } from './model/documents-state.ts'
import type { DocumentsStore } from './model/documents-store.ts'
import type { FileStore } from './model/files/file-store.ts'

/** The documents of this page, and the bytes of their files. */
export interface DocumentsContextValue {
  readonly store: DocumentsStore
  readonly fileStore: FileStore
}

export const DocumentsContext = createContext<DocumentsContextValue | null>(null)

export function useDocumentsContext(): DocumentsContextValue {
  const context = useContext(DocumentsContext)
  if (!context) throw new Error('The documents context is only available within its playground.')
  return context
}

export function useDocumentsStore(): DocumentsStore {
  return useDocumentsContext().store
}

export function useDocuments(): DocumentsState {
  const store = useDocumentsStore()
  return useSyncExternalStore(store.subscribe, store.read, store.read)
}
