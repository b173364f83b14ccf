'use client'
import { useState } from 'react'
import { SessionContext, useOpenSession } from '#components/playground/kept-session-context.ts'
import { attachExamples } from '#lib/client/documents/attach-examples.ts'
import { createDocumentsSession } from '#lib/client/documents/documents-session.ts'
import { createDocumentsStore } from '#lib/client/documents/documents-store.ts'
import { emptyDocuments } from '#lib/client/documents/documents-state.ts'
import { createFileKeeper } from '#lib/client/documents/file-keeper.ts'
import { newId } from '#lib/client/new-id.ts'
import type { ContractInfo } from '#lib/contracts/contract-info.ts'
import { DocumentsAnnouncer } from './documents-announcer.tsx'
import { DocumentsBench } from './documents-bench.tsx'
import { DocumentsContext } from './documents-context.ts'
import { DropPage } from './drop-page.tsx'

/** The documents playground: files become text, pages, fields and chunks. */
export function DocumentsPlayground({
  contract,
  examples,
}: {
  contract: ContractInfo
  /** Their files are made in the browser. */
  examples: ContractInfo['examples']
}) {
  const [shown] = useState(() => ({ ...contract, examples }))
  const [place] = useState(() => {
    const keeper = createFileKeeper()
    const { path } = contract
    return { keeper, store: createDocumentsStore({ initial: emptyDocuments, path, files: keeper, newId }) }
  })
  const session = useOpenSession(keeping =>
    createDocumentsSession({
      store: place.store,
      attach: files => attachExamples(files, place.keeper),
      ...keeping,
    }),
  )
  return (
    <DocumentsContext value={place}>
      <SessionContext value={session}>
        <DropPage>
          <DocumentsBench contract={shown} />
        </DropPage>
        {/* Here from the start: a screen reader hears only what changes in a region that it knows. */}
        <DocumentsAnnouncer />
      </SessionContext>
    </DocumentsContext>
  )
}
