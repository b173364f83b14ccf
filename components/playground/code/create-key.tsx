'use client'

import { Copy } from 'lucide-react'
import { useState } from 'react'
import { copy } from '#components/playground/copy.ts'
import { useApi } from '#components/playground/form/api-context.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
import type { ContractInfo } from '#lib/contracts/core/contract-info.ts'
import { createApiKey } from './model/create-api-key.ts'

type State =
  | { step: 'name'; problem: string | null }
  | { step: 'creating' }
  | { step: 'shown'; token: string }

/**
 * Creates an API key for this snippet. It is shown once and never stored in a snippet, link, history entry or
 * export.
 */
export function CreateKey({ contract, onClose }: { contract: ContractInfo; onClose: () => void }) {
  const { baseUrl } = useApi()
  const [name, setName] = useState('Created in the Code tab')
  const [state, setState] = useState<State>({ step: 'name', problem: null })

  async function create(): Promise<void> {
    setState({ step: 'creating' })
    const made = await createApiKey({ name: name.trim(), contract: contract.id })
    setState(made.ok ? { step: 'shown', token: made.token } : { step: 'name', problem: made.problem })
  }

  if (state.step === 'shown') {
    const curl = `export SEXTANT_API_KEY=${state.token}\ncurl ${baseUrl}/v1/models \\\n  -H "Authorization: Bearer $SEXTANT_API_KEY"`
    return (
      <Dialog
        open
        onClose={onClose}
        title="Your new API key"
        description="Copy it now. It is shown only once."
        className="w-[min(44rem,calc(100vw-24px))]"
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
