'use client'

import { useState } from 'react'
import { NewKeyText } from '#components/console-kit/new-key-text.tsx'
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
  const [name, setName] = useState('Created in the Code tab')
  const [state, setState] = useState<State>({ step: 'name', problem: null })

  async function create(): Promise<void> {
    setState({ step: 'creating' })
    const made = await createApiKey({ name: name.trim(), contract: contract.id })
    setState(made.ok ? { step: 'shown', token: made.token } : { step: 'name', problem: made.problem })
  }

  if (state.step === 'shown') {
    return (
      <Dialog
        open
        onClose={onClose}
        title="Your new API key"
        description="Copy it now. It is shown only once."
        className="w-[min(44rem,calc(100vw-24px))]"
      >
        <NewKeyText token={state.token} />
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
