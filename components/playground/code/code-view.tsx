'use client'

import { Copy, Download, KeyRound } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { Button } from '#components/ui/button/button.tsx'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { Select } from '#components/ui/form/select.tsx'
import { type Draft, toBody } from '#components/playground/form/model/draft.ts'
import type { ContractInfo } from '#lib/contracts/core/contract-info.ts'
import { flavoursOf, toSnippet } from '#lib/snippets/to-snippet.ts'
import { useApi } from '#components/playground/form/api-context.tsx'
import { chosenFlavour, rememberFlavour } from './chosen-flavour.ts'
import { copy } from '#components/playground/copy.ts'
import { download } from '#components/playground/download.ts'
import { HighlightedCode } from './highlighted-code.tsx'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { createApiKey } from './model/create-api-key.ts'

const CodeDiff = lazy(() => import('./code-diff.tsx').then(module => ({ default: module.CodeDiff })))

/** The current draft, unsaved edits included, as a complete program. */
export function CodeView({
  contract,
  draft,
  requestSwitch,
}: {
  contract: ContractInfo
  draft: Draft
  /** Switches between requests when there are several. */
  requestSwitch: ReactNode
}) {
  const { baseUrl, createsKeys } = useApi()
  const [flavour, setFlavour] = useState(() => chosenFlavour(contract.id))
  const [creating, setCreating] = useState(false)
  const [comparing, setComparing] = useState(false)
  const body = toBody(draft)
  const snippet = useMemo(
    () => toSnippet({ contract: contract.id, baseUrl, path: contract.path, body }, { flavour }),
    [contract, baseUrl, body, flavour],
  )
  return (
    <div className="scroll h-full">
      <div className="flex flex-col gap-3 px-5 py-4 max-sm:px-3">
        {requestSwitch}
        <div className="flex flex-wrap items-center gap-2">
          <Select
            label="Language"
            className="w-48 max-sm:w-full"
            value={flavour}
            choices={flavoursOf(contract.id).map(({ flavour: value, label }) => ({ value, label }))}
            onChange={value => setFlavour(rememberFlavour(contract.id, value))}
          />
          <span className="flex-1" />
          {createsKeys && (
            <Button onClick={() => setCreating(true)}>
              <KeyRound size={16} aria-hidden />
              Create API key
            </Button>
          )}
          <IconButton
            label={`Download ${snippet.fileName}`}
            onClick={() => download(snippet.fileName, snippet.code)}
          >
            <Download size={16} aria-hidden />
          </IconButton>
          <Button variant="go" onClick={() => void copy(snippet.code, 'Snippet')}>
            <Copy size={16} aria-hidden />
            Copy
          </Button>
        </div>
        {snippet.install && <Command label="Install" command={snippet.install} />}
        <HighlightedCode
          code={snippet.code}
          language={snippet.language}
          label={`Snippet: ${snippet.fileName}`}
        />
        <Command label="Run" command={snippet.run} />
        <Button
          variant="link"
          className="self-start text-xs"
          aria-expanded={comparing}
          onClick={() => setComparing(!comparing)}
        >
          Compare with an earlier run
        </Button>
        <Suspense>
          {comparing && <CodeDiff contract={contract} flavour={flavour} code={snippet.code} />}
        </Suspense>
        {snippet.files.length > 0 && (
          <section aria-label="Files used by the snippet" className="text-xs text-muted">
            Uses {snippet.files.length === 1 ? 'a file' : 'files'} in the same folder:
            <div className="mt-1 flex flex-wrap gap-2">
              {snippet.files.map(file => (
                <Button
                  key={file.name}
                  onClick={() => download(file.name, file.content, 'application/octet-stream')}
                >
                  <Download size={14} aria-hidden />
                  {file.name}
                </Button>
              ))}
            </div>
          </section>
        )}
      </div>
      {creating && <CreateKey contract={contract} onClose={() => setCreating(false)} />}
    </div>
  )
}

function Command({ label, command }: { label: string; command: string }) {
  return (
    <p className="flex items-center gap-2 text-xs text-muted">
      <span className="w-10 shrink-0">{label}</span>
      <code className="min-w-0 flex-1 break-words text-text">{command}</code>
      <IconButton
        label={`Copy the command: ${label.toLowerCase()}`}
        onClick={() => void copy(command, 'Command')}
      >
        <Copy size={14} aria-hidden />
      </IconButton>
    </p>
  )
}

type State =
  | { step: 'name'; problem: string | null }
  | { step: 'creating' }
  | { step: 'shown'; token: string }

/**
 * Creates an API key for this snippet. It is shown once and never stored in a snippet, link, history entry or
 * export.
 */
function CreateKey({ contract, onClose }: { contract: ContractInfo; onClose: () => void }) {
  const { baseUrl } = useApi()
  const [name, setName] = useState('Created in the Code tab')
  const [state, setState] = useState<State>({ step: 'name', problem: null })

  async function create(): Promise<void> {
    setState({ step: 'creating' })
    const made = await createApiKey({ name: name.trim(), contract: contract.id })
    setState(made.ok ? { step: 'shown', token: made.token } : { step: 'name', problem: made.problem })
  }

  if (state.step === 'shown') {
    const curl = `export SEXTANT_API_KEY=${state.token}\ncurl ${baseUrl}/v1/models -H "Authorization: Bearer $SEXTANT_API_KEY"`
    return (
      <Dialog
        open
        onClose={onClose}
        title="Your new API key"
        description="Copy it now. It is shown only once."
      >
        <Row text={state.token} what="API key" />
        <p className="mt-4 mb-1 text-xs text-muted">Set it where the snippet runs, then test it:</p>
        <Row text={curl} what="Commands" />
      </Dialog>
    )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Create API key"
      description={`For your own programs. It can call the ${contract.id} endpoint and list models.`}
    >
      <form
        className="flex flex-col gap-3"
        onSubmit={event => {
          event.preventDefault()
          void create()
        }}
      >
        <Field label="Name" error={state.step === 'name' ? state.problem : null}>
          {ids => (
            <Input
              {...ids}
              value={name}
              maxLength={100}
              required
              onChange={event => setName(event.target.value)}
            />
          )}
        </Field>
        <Button
          type="submit"
          variant="go"
          className="self-end"
          disabled={state.step === 'creating' || name.trim() === ''}
        >
          Create API key
        </Button>
      </form>
    </Dialog>
  )
}

function Row({ text, what }: { text: string; what: string }) {
  return (
    <div className="flex items-start gap-2">
      <pre className="min-w-0 flex-1 rounded-md border border-line bg-sunken px-2 py-1.5 break-all whitespace-pre-wrap select-all">
        {text}
      </pre>
      <Button onClick={() => void copy(text, what)}>
        <Copy size={16} aria-hidden />
        Copy
      </Button>
    </div>
  )
}
