'use client'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { Input } from '#components/ui/input.tsx'
import { passwordVariable } from '#lib/contracts/form-parts.ts'
import type { DocumentFile } from '#lib/client/documents/document-file.ts'
import { useDocumentsPlace } from './documents-context.ts'

/** Asks for the password of a document; it goes with the request alone, and nothing keeps it. */
export function PasswordForm({ file, place }: { file: DocumentFile; place: number }) {
  const { store, keeper } = useDocumentsPlace()
  const [password, setPassword] = useState('')
  return (
    <form
      className="flex max-w-[40ch] items-end gap-2 px-5 py-3 max-sm:px-3"
      onSubmit={event => {
        event.preventDefault()
        keeper.setPassword(file.id, password)
        store.retryWith(place, { password: passwordVariable })
      }}
    >
      <Field label={`Password of ${file.name}`} className="flex-1">
        {ids => (
          <Input
            {...ids}
            type="password"
            autoComplete="off"
            value={password}
            onChange={event => setPassword(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" disabled={password === ''}>
        Open it
      </Button>
    </form>
  )
}
