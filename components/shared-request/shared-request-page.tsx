'use client'

import { Link } from '#components/ui/link.tsx'
import { usePathname } from 'next/navigation'
import { useState } from 'react'
import { Logo } from '#components/shell/logo.tsx'
import { Segmented } from '#components/ui/form/segmented.tsx'
import { toSharedRequest } from '#components/chat/model/api-format/shared-request.ts'
import { playgroundNames } from '#components/playground/handoff/model/handoff-origin.ts'
import { prettyJson } from '#lib/client/pretty-json.ts'
import type { ContractInfo } from '#lib/contracts/core/contract-info.ts'
import type { SharedRequest } from '#lib/contracts/console/shared-request.ts'
import { signInPath } from './sign-in-path.ts'
import { Copy } from 'lucide-react'
import { copy } from '#components/playground/copy.ts'
import { FlavourPicker } from '#components/playground/code/flavour-picker.tsx'
import { HighlightedCode } from '#components/playground/code/highlighted-code.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { type Flavour, flavoursOf, toSnippet } from '#lib/snippets/to-snippet.ts'

export interface SharedRequestPageProps {
  contract: Pick<ContractInfo, 'id' | 'path'>
  request: SharedRequest
  signedIn: boolean
  /** Base URL of the API, for the snippet. */
  baseUrl: string
}

/** A read-only request with its code; nothing runs on this page. */
export function SharedRequestPage({ contract, request, signedIn, baseUrl }: SharedRequestPageProps) {
  const path = usePathname()
  const [chosen, setChosen] = useState(0)
  const bodies = [request.draft, ...(request.others ?? [])]
  const sent = toSharedRequest(contract, bodies[chosen] ?? request.draft, request.apiFormats?.[chosen])
  const body = JSON.stringify(sent.draft.body)
  const name = playgroundNames[contract.id] ?? contract.id
  return (
    <div className="scroll h-dvh bg-sunken">
      <header className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-canvas px-4 py-1.5">
        <p className="flex items-center gap-2 text-base font-semibold tracking-tight">
          <Logo />
          Sextant
        </p>
        <span className="flex-1" />
        {signedIn ? (
          <Link href="/" className="text-accent-text underline underline-offset-2">
            Open the console
          </Link>
        ) : (
          <Link
            href={signInPath(path)}
            className="control inline-flex items-center rounded-md bg-accent px-2.5 font-medium text-on-accent"
          >
            Sign in to run it
          </Link>
        )}
      </header>
      <main id="main" className="mx-auto flex max-w-4xl flex-col gap-5 p-4 max-sm:p-3">
        <div className="flex flex-col gap-1">
          <h1 className="text-base font-semibold">Shared {name} request</h1>
          <p className="text-muted">
            {signedIn
              ? 'Viewers can read requests but not run them. Ask an admin to change your role.'
              : 'Read it, or copy it as code. Nothing has run.'}
          </p>
        </div>
        {bodies.length > 1 && (
          <Segmented
            label="Request"
            className="self-start"
            choices={bodies.map((_, index) => ({ value: String(index), label: `${index + 1}` }))}
            value={String(chosen)}
            onChange={value => setChosen(Number(value))}
          />
        )}
        <section aria-label="Request" className="flex flex-col gap-2">
          <h2 className="font-semibold">
            <code>POST {sent.contract.path}</code>
          </h2>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable text must be reachable by keyboard */}
          <pre
            tabIndex={0}
            aria-label="Body"
            className="max-h-[60vh] overflow-auto rounded-lg border border-line bg-card px-3 py-2.5 break-words whitespace-pre-wrap"
          >
            {prettyJson(body)}
          </pre>
        </section>
        <SharedSnippet
          key={sent.contract.id}
          contract={sent.contract}
          body={body}
          notes={sent.notes}
          baseUrl={baseUrl}
        />
      </main>
    </div>
  )
}

/** The request as code that reads its key from the environment. */
function SharedSnippet({
  contract,
  body,
  notes,
  baseUrl,
}: {
  contract: Pick<ContractInfo, 'id' | 'path'>
  body: string
  /** Parts of the request that the snippet does not send. */
  notes: readonly string[]
  baseUrl: string
}) {
  const [flavour, setFlavour] = useState<Flavour>('curl')
  const snippet = toSnippet({ contract: contract.id, baseUrl, path: contract.path, body }, { flavour })
  return (
    <section aria-label="Code" className="flex flex-col gap-2">
      <h2 className="font-semibold">Code</h2>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <FlavourPicker flavours={flavoursOf(contract.id)} value={flavour} onChange={setFlavour} />
      </div>
      <HighlightedCode
        code={snippet.code}
        language={snippet.language}
        label={`Snippet: ${snippet.fileName}`}
        head={
          <>
            <span className="min-w-0 flex-1 truncate">{snippet.fileName}</span>
            <Button variant="plain" size="small" onClick={() => void copy(snippet.code, 'Snippet')}>
              <Copy size={14} aria-hidden />
              Copy
            </Button>
          </>
        }
      />
      {notes.map(note => (
        <p key={note} className="text-xs text-muted">
          {note}
        </p>
      ))}
    </section>
  )
}
