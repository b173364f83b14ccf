'use client'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#components/ui/button/button.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { readImageAddress } from './model/draft/image-address.ts'

/** Form for an image URL. The server fetches it; this page never does. */
export function ImageAddressForm({
  onAdd,
  onCancel,
}: {
  onAdd: (url: string) => void
  onCancel: () => void
}) {
  const [url, setUrl] = useState('')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  const [error, setError] = useState<string | null>(null)
  const add = () => {
    if (readImageAddress(url.trim()).kind === 'other') return setError('Enter an http, https or data URL.')
    onAdd(url.trim())
  }
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        add()
      }}
    >
      <Field label="Image URL" help="Sent unchanged. This page does not open it." error={error}>
        {ids => (
          <div className="flex gap-2">
            <Input
              {...ids}
              ref={input}
              onKeyDown={event => {
                if (event.key !== 'Escape') return
                event.stopPropagation()
                onCancel()
              }}
              inputMode="url"
              placeholder="https://"
              value={url}
              onChange={event => setUrl(event.target.value)}
            />
            <Button type="submit">Add</Button>
          </div>
        )}
      </Field>
    </form>
  )
}
