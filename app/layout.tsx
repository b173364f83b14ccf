import './globals.css'
import type { Metadata, Viewport } from 'next'
import { headers } from 'next/headers'
import { connection } from 'next/server'
import type { ReactNode } from 'react'
import { Providers } from '#components/shell/providers.tsx'
import { readPreferences } from '#lib/console/settings/preferences.ts'

export const metadata: Metadata = {
  title: { default: 'Sextant', template: '%s · Sextant' },
  description: 'Playgrounds for chat, embeddings, rerank, web and documents with one API key.',
  robots: { index: false },
}

export const viewport: Viewport = { width: 'device-width', initialScale: 1 }

export default async function RootLayout({ children }: { children: ReactNode }) {
  // A prerendered page has no nonce: it renders but never hydrates.
  await connection()
  const [preferences, requestHeaders] = await Promise.all([readPreferences(), headers()])
  const apple = /Mac|iPhone|iPad/.test(requestHeaders.get('user-agent') ?? '')
  return (
    <html
      lang="en"
      data-theme={preferences.theme}
      data-density={preferences.density}
      suppressHydrationWarning
    >
      <body>
        <Providers nonce={requestHeaders.get('x-nonce') ?? ''} apple={apple}>
          {children}
        </Providers>
      </body>
    </html>
  )
}
