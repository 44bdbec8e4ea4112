/* lcm in VS Code: starts `lcm lsp` for C files and tells it what the user is
 * set to. */
import * as vscode from 'vscode';
import {LanguageClient, LanguageClientOptions, ServerOptions} from 'vscode-languageclient/node';

let client: LanguageClient | undefined;

/* Return what the user is set to, as the server wants it. */
function settings(): Record<string, unknown> {
  const all = vscode.workspace.getConfiguration('lcm');
  return {
    defines: all.get<string[]>('defines', []),
    machine: all.get<string>('machine', ''),
    flags: all.get<string[]>('flags', []),
    variant: all.get<string>('variant', ''),
  };
}

/* Start the server. */
async function start(): Promise<void> {
  const path = vscode.workspace.getConfiguration('lcm').get<string>('path', 'lcm');
  const server: ServerOptions = {command: path, args: ['lsp']};
  const options: LanguageClientOptions = {
    documentSelector: [{scheme: 'file', language: 'c'}],
    initializationOptions: {lcm: settings()},
  };
  client = new LanguageClient('lcm', 'lcm', server, options);
  await client.start();
}

/* Ask for a text, which becomes the setting "key"; of a list, split at blanks. */
async function choose(key: string, prompt: string, list: boolean): Promise<void> {
  const all = vscode.workspace.getConfiguration('lcm');
  const now = all.get<string | string[]>(key, '');
  const text = await vscode.window.showInputBox({
    prompt, value: Array.isArray(now) ? now.join(' ') : now,
  });
  if (text !== undefined)
    await all.update(key, list ? text.split(/\s+/).filter((one) => one) : text);
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  context.subscriptions.push(
    vscode.commands.registerCommand('lcm.chooseGrid',
      () => choose('defines', 'Values of variables, such as p=16 n=4096', true)),
    vscode.commands.registerCommand('lcm.chooseMachine',
      () => choose('machine', 'A machine description, or none', false)),
    vscode.commands.registerCommand('lcm.chooseVariant',
      () => choose('variant', 'The variant whose comments apply', false)),
    vscode.commands.registerCommand('lcm.restart', async () => {
      await client?.stop();
      await start();
    }),
    vscode.workspace.onDidChangeConfiguration(async (event) => {
      if (event.affectsConfiguration('lcm'))
        await client?.sendNotification('workspace/didChangeConfiguration',
                                       {settings: {lcm: settings()}});
    }));
  await start();
}

export function deactivate(): Thenable<void> | undefined {
  return client?.stop();
}
