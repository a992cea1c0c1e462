const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();
// Only required parameters are filled in, so that each read runs as it is. The page shows the prose after the operations.
const prepare = (description) => {
  delete description.info.description;
  const operations = Object.values(description.paths).flatMap((path) => Object.values(path));
  const own = operations.flatMap(({ parameters }) => parameters ?? []);
  for (const parameter of [...own, ...Object.values(description.components.parameters)]) {
    if (parameter.required || parameter.example === undefined) continue;
    parameter.description += ` Example: \`${parameter.example}\``;
    delete parameter.example;
  }
  return description;
};
fetch(new URL('../openapi.json', document.currentScript.src))
  .then((reply) => reply.json())
  .then((description) => SwaggerUIBundle({ spec: prepare(description), dom_id: '#docs', deepLinking: true }));
