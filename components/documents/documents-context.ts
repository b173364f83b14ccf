'use client'
import {
  createPlaygroundContext,
  usePlaygroundState,
} from '#components/playground/layout/playground-context.ts'
import type { DocumentsState } from './model/documents-state.ts'
import type { DocumentsStore } from './model/documents-store.ts'
import type { FileStore } from './model/files/file-store.ts'

/** The documents of this page, and the bytes of their files. */
export interface DocumentsContextValue {
  readonly store: DocumentsStore
  readonly fileStore: FileStore
}

export const [DocumentsContext, useDocumentsContext] =
  createPlaygroundContext<DocumentsContextValue>('documents')

export const useDocumentsStore = (): DocumentsStore => useDocumentsContext().store

export const useDocuments = (): DocumentsState => usePlaygroundState(useDocumentsStore())
