/** @type {import('next').NextConfig} */
export default {
  typedRoutes: true,
  // `npm run check` type-checks the whole tree; a start need not wait for the types of tests.
  typescript: { ignoreBuildErrors: true },
  poweredByHeader: false,
  // Streams must reach the browser chunk by chunk; the gateway connects over loopback, where gzip only adds cost.
  compress: false,
  images: { unoptimized: true },
  // Browsers request this name on their own when navigating.
  rewrites: async () => [{ source: '/favicon.ico', destination: '/icon.svg' }],
  // The gateway owns the public port and forwards requests of the overlay and hot reload under either name.
  allowedDevOrigins: ['localhost', '127.0.0.1'],
}
