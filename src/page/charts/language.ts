/** uPlot writes numbers in the language of the browser, and fails to load where Intl refuses it (`en-US@posix`). The page is in English. */
Object.defineProperty(navigator, 'language', { value: 'en' });
