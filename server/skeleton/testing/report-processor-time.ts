/**
 * Loaded into a server's process before anything else (`node --import`). Reports the processor time in microseconds to the parent
 * process, on request.
 */
process.on("message", (message) => {
  if (message !== "processor time") return;
  const { user, system } = process.cpuUsage();
  process.send?.(user + system);
});

// Ends with the test that started it.
process.once("disconnect", () => process.kill(process.pid, "SIGKILL"));

// Does not keep the process alive.
process.channel?.unref();
