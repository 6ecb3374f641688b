declare module '*.css?inline' {
  /** The style sheet as text; the build and Vite provide it. */
  const css: string

  export { css as default }
}
