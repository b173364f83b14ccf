'use client'

import { Copy, Download, KeyRound } from 'lucide-react'
import { Link } from '#components/ui/link.tsx'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { Button } from '#components/ui/button/button.tsx'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { Switch } from '#components/ui/form/switch.tsx'
import { type Draft, toBody } from '#components/playground/form/model/draft.ts'
import type { ContractInfo } from '#lib/contracts/core/contract-info.ts'
import type { Snippet } from '#lib/snippets/snippet.ts'
import { flavoursOf, toSnippet } from '#lib/snippets/to-snippet.ts'
import { useApi } from '#components/playground/form/api-context.tsx'
import {
  chosenFlavour,
  choseErrorHandling,
  rememberErrorHandling,
  rememberFlavour,
} from './chosen-flavour.ts'
import { copy } from '#components/playground/copy.ts'
import { download } from '#components/playground/download.ts'
import { FlavourPicker } from './flavour-picker.tsx'
import { HighlightedCode } from './highlighted-code.tsx'

const CodeDiff = lazy(() => import('./code-diff.tsx').then(module => ({ default: module.CodeDiff })))
const CreateKey = lazy(() => import('./create-key.tsx').then(module => ({ default: module.CreateKey })))

/** The current draft, unsaved edits included, as code: the call alone, or a whole program. */
export function CodeView({
  contract,
  draft,
  historyOf,
  head,
  notes,
  onStreamChange,
}: {
  contract: ContractInfo
  draft: Draft
  /** Contract whose history has the earlier runs: that of the playground. */
  historyOf: string
  /** Switches between requests or API formats when there are several. */
  head: ReactNode
  /** Parts of the request that the snippet does not send. */
  notes: ReactNode
  /** Changes `stream` of the draft; without it, the draft is not edited here. */
  onStreamChange?: ((on: boolean) => void) | undefined
}) {
  const { baseUrl, createsKeys } = useApi()
  const [flavour, setFlavour] = useState(() => chosenFlavour(contract.id))
  const [handlesErrors, setHandlesErrors] = useState(choseErrorHandling)
  const [creating, setCreating] = useState(false)
  const [comparing, setComparing] = useState(false)
  const body = toBody(draft)
  const snippet = useMemo(
    () =>
      toSnippet({ contract: contract.id, baseUrl, path: contract.path, body }, { flavour, handlesErrors }),
    [contract, baseUrl, body, flavour, handlesErrors],
  )
  return (
    <div className="scroll h-full">
      <div className="mx-auto flex max-w-[808px] flex-col gap-3 px-6 py-4 max-sm:px-3">
        {head}
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <FlavourPicker
            flavours={flavoursOf(contract.id)}
            value={flavour}
            onChange={value => setFlavour(rememberFlavour(contract.id, value))}
          />
          <div className="ml-auto flex flex-wrap items-center gap-x-4 gap-y-1 max-sm:ml-0">
            {contract.streams && onStreamChange && (
              <LabeledSwitch
                label="Streaming"
                checked={draft.body['stream'] === true}
                onChange={onStreamChange}
              />
            )}
            <LabeledSwitch
              label="With error handling"
              checked={handlesErrors}
              onChange={on => setHandlesErrors(rememberErrorHandling(on))}
            />
          </div>
        </div>
        <HighlightedCode
          code={snippet.code}
          language={snippet.language}
          label={`Snippet: ${snippet.fileName}`}
          head={<CodeHead snippet={snippet} />}
        />
        {snippet.files.length > 0 && <SnippetFiles files={snippet.files} />}
        {notes && <div className="flex flex-col gap-1 text-xs">{notes}</div>}
        <Commands snippet={snippet} />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-3 text-xs text-muted">
          <p className="min-w-52 flex-1">
            Sends exactly what Run sends. The key comes from <code>SEXTANT_API_KEY</code>.{' '}
            <Link href="/connect" className="text-accent-text underline underline-offset-2">
              Connect a client
            </Link>
          </p>
          <Button
            variant="link"
            className="text-xs"
            aria-expanded={comparing}
            onClick={() => setComparing(!comparing)}
          >
            Compare with an earlier run
          </Button>
          {createsKeys && (
            <Button size="small" onClick={() => setCreating(true)}>
              <KeyRound size={14} aria-hidden />
              Create API key
            </Button>
          )}
        </div>
        <Suspense>
          {comparing && (
            <CodeDiff
              historyOf={historyOf}
              contract={contract}
              flavour={flavour}
              handlesErrors={handlesErrors}
              code={snippet.code}
            />
          )}
        </Suspense>
      </div>
      <Suspense>{creating && <CreateKey contract={contract} onClose={() => setCreating(false)} />}</Suspense>
    </div>
  )
}

function LabeledSwitch({
  label,
  checked,
  onChange,
}: {
  label: string
  checked: boolean
  onChange: (on: boolean) => void
}) {
  return (
    <label className="flex cursor-pointer items-center gap-2 text-xs text-soft">
      <Switch checked={checked} onChange={onChange} />
      {label}
    </label>
  )
}

function CodeHead({ snippet: { fileName, code } }: { snippet: Snippet }) {
  return (
    <>
      <span className="min-w-0 flex-1 truncate">{fileName}</span>
      <Button
        variant="plain"
        size="small"
        aria-label={`Download ${fileName}`}
        onClick={() => download(fileName, code)}
      >
        <Download size={14} aria-hidden />
        <span className="max-sm:hidden">Download</span>
      </Button>
      <Button variant="plain" size="small" onClick={() => void copy(code, 'Snippet')}>
        <Copy size={14} aria-hidden />
        Copy
      </Button>
    </>
  )
}

function SnippetFiles({ files }: Pick<Snippet, 'files'>) {
  return (
    <section aria-label="Files used by the snippet" className="text-xs text-muted">
      Uses {files.length === 1 ? 'a file' : 'files'} in the same folder:
      <div className="mt-1 flex flex-wrap gap-2">
        {files.map(file => (
          <Button
            key={file.name}
            size="small"
            onClick={() => download(file.name, file.content, 'application/octet-stream')}
          >
            <Download size={14} aria-hidden />
            {file.name}
          </Button>
        ))}
      </div>
    </section>
  )
}

/** How to install and run the program; a curl command is run by pasting it. */
function Commands({ snippet: { language, install, run } }: { snippet: Snippet }) {
  if (language === 'bash') return null
  return (
    <div className="flex flex-wrap gap-x-6 gap-y-1">
      {install !== null && <Command label="Install" command={install} />}
      <Command label="Run" command={run} />
    </div>
  )
}

function Command({ label, command }: { label: string; command: string }) {
  return (
    <p className="flex min-w-0 items-center gap-2 text-xs text-muted">
      {label}
      <code className="min-w-0 wrap-anywhere text-text">{command}</code>
      <IconButton
        label={`Copy the command: ${label.toLowerCase()}`}
        className="size-7 coarse:size-9"
        onClick={() => void copy(command, 'Command')}
      >
        <Copy size={14} aria-hidden />
      </IconButton>
    </p>
  )
}
