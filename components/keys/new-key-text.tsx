'use client'
import { useApi } from '#components/playground/form/api-context.tsx'
import { OnceText } from '#components/console-kit/once-text.tsx'

/** A new key, with a command to try it. */
export function NewKeyText({ token }: { token: string }) {
  const { baseUrl } = useApi()
  const curl = `export SEXTANT_API_KEY=${token}\ncurl ${baseUrl}/v1/models -H "Authorization: Bearer $SEXTANT_API_KEY"`
  return (
    <>
      <OnceText text={token} what="API key" />
      <p className="mt-4 mb-1 text-xs text-muted">Set it in your environment and try it:</p>
      <OnceText text={curl} what="Commands" />
    </>
  )
}
