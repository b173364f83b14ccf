'use client'
import './globals.css'

export default function GlobalError({ reset }: { error: Error; reset: () => void }) {
  return (
    <html lang="en" data-theme="system">
      <body>
        <main className="grid h-dvh place-content-center justify-items-center gap-2 p-6 text-center">
          <title>Something went wrong · Sextant</title>
          <h1 className="text-base font-semibold">This page failed to load</h1>
          <p className="text-muted">Your drafts and history are saved in this browser.</p>
          <button
            type="button"
            onClick={reset}
            className="control rounded-md bg-accent px-3 font-medium text-on-accent"
          >
            Try again
          </button>
        </main>
      </body>
    </html>
  )
}
