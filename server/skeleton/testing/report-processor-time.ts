/**
 * Loaded into a server's process before anything else (`node --import`): tells the process that started it how much
 * processor time it has taken, in microseconds, whenever that asks.
 */
process.on("message", (message) => {
  if (message !== "processor time") return;
  const { user, system } = process.cpuUsage();
  process.send?.(user + system);
});

// A test that was stopped has stopped nobody else.
process.once("disconnect", () => process.kill(process.pid, "SIGKILL"));

// Being asked is no reason to stay alive.
process.channel?.unref();
