'use client'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { Tooltip } from '@base-ui/react/tooltip'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { NuqsAdapter } from 'nuqs/adapters/next/app'
import { type ReactNode, useState } from 'react'
import { NonceContext } from '#components/ui/nonce-context.tsx'
import { ToastProvider } from '#components/ui/toast.tsx'
import { PlatformContext } from './platform-context.tsx'

export function Providers({
  nonce,
  apple,
  children,
}: {
  nonce: string
  apple: boolean
  children: ReactNode
}) {
  const [queries] = useState(
    () => new QueryClient({ defaultOptions: { queries: { retry: 1, staleTime: 10_000 } } }),
  )
  return (
    <CSPProvider nonce={nonce}>
      <NonceContext value={nonce}>
        <PlatformContext value={apple}>
          <NuqsAdapter>
            <QueryClientProvider client={queries}>
              <Tooltip.Provider>
                <ToastProvider>{children}</ToastProvider>
              </Tooltip.Provider>
            </QueryClientProvider>
          </NuqsAdapter>
        </PlatformContext>
      </NonceContext>
    </CSPProvider>
  )
}
