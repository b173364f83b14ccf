'use client'
import { useApi } from '#components/playground/form/api-context.tsx'
import { NewSecret } from './new-secret.tsx'

/** A new key, with a command to try it. */
export function NewKeyText({ token }: { token: string }) {
  const { baseUrl } = useApi()
  const curl = `export SEXTANT_API_KEY=${token}\ncurl ${baseUrl}/v1/models \\\n  -H "Authorization: Bearer $SEXTANT_API_KEY"`
  return (
    <>
      <NewSecret text={token} what="API key" />
      <p className="mt-4 mb-1 text-xs text-muted">Set it in your environment and try it:</p>
      <NewSecret text={curl} what="Commands" />
    </>
  )
}
