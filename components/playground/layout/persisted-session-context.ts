'use client'
import { useEffect, useState } from 'react'
import { showToast } from '#components/ui/overlay/toast.ts'
import { takeSearch } from '#components/playground/handoff/take-search.ts'
import { loadHistory } from '#components/playground/history/model/load-history.ts'
import type { PersistedSession, PersistedSessionOptions } from './model/persisted-session.ts'
import { createPlaygroundContext } from './playground-context.ts'
import { tabStorage } from './tab-storage.ts'

/** Common interface of a persisted session, independent of its state. */
type SessionStorageOptions = Pick<PersistedSessionOptions<never>, 'history' | 'storage' | 'onUnsaved'>

export const [SessionContext, usePersistedSession] = createPlaygroundContext<PersistedSession>('session')

/** The session of this playground, opened once and connected to the tab and its URL after hydration. */
export function useOpenSession<Session extends PersistedSession>(
  open: (options: SessionStorageOptions) => Session,
): Session {
  const [session] = useState(() => open({ history: loadHistory, storage: tabStorage, onUnsaved }))
  useEffect(() => {
    void session.start({ models: takeModels(), fragment: readFragment() })
    // A second link pasted over this page opens a new session instead of replacing this one.
    const onHashChange = () => {
      if (readFragment() !== '') session.startNew()
    }
    window.addEventListener('hashchange', onHashChange)
    window.addEventListener('pagehide', session.flush)
    return () => {
      window.removeEventListener('hashchange', onHashChange)
      window.removeEventListener('pagehide', session.flush)
      session.close()
    }
  }, [session])
  return session
}

function onUnsaved(): void {
  showToast('Run not saved in the history', {
    description: 'The storage of this browser is full. Delete runs in History, or export this one.',
  })
}

function readFragment(): string {
  return location.hash.startsWith('#v1.') ? location.hash : ''
}

/** Removes `?models=a,b` from the URL, so that a reload restores the edited state. */
function takeModels(): readonly string[] {
  const models = new URLSearchParams(location.search).get('models') ?? ''
  if (models !== '') takeSearch('models')
  return models.split(',').filter(model => model !== '')
}
